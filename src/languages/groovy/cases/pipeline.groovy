@Library('shared') _
pipeline {
  agent any
  stages {
    stage('Build') { steps { sh 'make'; deploy(target: 'x') } }
  }
}
def deploy(Map args) { new Deploy(args).run() }
